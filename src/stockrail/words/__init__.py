"""Words at the edge: sentences for log entries, prompts, refusals and menu lines, in the reader's language."""

from stockrail.words.speaker import Speaker

__all__ = ["Speaker"]
