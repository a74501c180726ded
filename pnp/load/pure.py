"""PyYAML's own parser, where libyaml is not there (twenty times slower)."""

from __future__ import annotations

import yaml


class Parser(yaml.reader.Reader, yaml.scanner.Scanner, yaml.parser.Parser):
    """The events of a text, asked for as from libyaml."""

    def __init__(self, text: str) -> None:
        yaml.reader.Reader.__init__(self, text)
        yaml.scanner.Scanner.__init__(self)
        yaml.parser.Parser.__init__(self)
