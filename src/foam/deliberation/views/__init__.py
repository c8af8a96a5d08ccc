"""Views of a dossier: text, page, picture and exchange formats. Each is a pure function; none is a second truth."""
