"""Another team's speech document, heard: its speeches, its positions, and where each stands on the flow."""
