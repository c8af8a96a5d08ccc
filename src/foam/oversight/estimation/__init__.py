"""What a log says: rates, evidence feasibility, tie bias, salience, alarms, with intervals and warnings."""
