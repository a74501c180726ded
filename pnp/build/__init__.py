"""The one conductor: a game is loaded, checked, composed, laid out, imposed, drawn and written,
stage after stage.
"""
