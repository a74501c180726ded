"""From files to plain values with places: the resolver, strict YAML, CSV, and the workspace they
lie in.
"""
