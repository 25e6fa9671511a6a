"""The English of bots: their levels, and why one of them chose what it chose.

A bot sums up what an action brings. `reason name=…` says by how much a part of that sum is better or worse for it than
after the action that it chose; a part that has no words is told by its name.
"""

from collections.abc import Mapping

from stockrail.core.marking import N_
from stockrail.words.catalogue import Section

# What levels are called, and a few words about how they play. One of somebody else's has its own name and words.
LEVELS: Mapping[str, tuple[str, str]] = {
    "random": (N_("random"), N_("plays any legal move")),
    "greedy": (N_("greedy"), N_("takes the move that looks best right away")),
    "lookahead": (N_("far-sighted"), N_("plans its whole turn")),
    "search": (N_("thorough"), N_("considers how the others will answer")),
}

BOTS: Section = {
    "only_choice": N_("It saw nothing else worth considering"),
    "chosen": N_("{player} chose: {action}"),
    "instead": N_("{action} instead: about as good"),
    "instead sign=worse": N_("{action} instead: about {amount} worse"),
    "instead sign=better": N_("{action} instead: about {amount} better, by its own figures"),
    "instead sign=worse reasons": N_("{action} instead: about {amount} worse, with {reasons}"),
    "instead sign=worse reasons though": N_("{action} instead: about {amount} worse, with {reasons}, but {though}"),
    "reason": N_("{amount} less for {name}"),
    "reason more": N_("{amount} more for {name}"),
    "reason name=cash": N_("{amount} less in hand"),
    "reason name=cash more": N_("{amount} more in hand"),
    "reason name=worth": N_("{amount} less worth"),
    "reason name=worth more": N_("{amount} more worth"),
    "reason name=shares": N_("{amount} less in shares"),
    "reason name=shares more": N_("{amount} more in shares"),
    "reason name=coming": N_("{amount} less from companies that have yet to pay in this round"),
    "reason name=coming more": N_("{amount} more from companies that have yet to pay in this round"),
    "reason name=dividends": N_("{amount} less in dividends to come"),
    "reason name=dividends more": N_("{amount} more in dividends to come"),
    "reason name=rust": N_("{amount} more lost when trains rust"),
    "reason name=rust more": N_("{amount} less lost when trains rust"),
    "reason name=growth": N_("{amount} less from rising share prices"),
    "reason name=growth more": N_("{amount} more from rising share prices"),
    "reason name=treasury": N_("{amount} less of its companies’ money"),
    "reason name=treasury more": N_("{amount} more of its companies’ money"),
    "reason name=idle": N_("{amount} more for money that lies idle in its companies"),
    "reason name=idle more": N_("{amount} less for money that lies idle in its companies"),
    "reason name=fleet": N_("{amount} less in trains that will last"),
    "reason name=fleet more": N_("{amount} more in trains that will last"),
    "reason name=promise": N_("{amount} less from companies that have yet to run"),
    "reason name=promise more": N_("{amount} more from companies that have yet to run"),
    "reason name=becomes": N_("{amount} less for what its companies can turn into"),
    "reason name=becomes more": N_("{amount} more for what its companies can turn into"),
    "reason name=cards": N_("{amount} less for its private companies and bids"),
    "reason name=cards more": N_("{amount} more for its private companies and bids"),
    "reason name=prizes": N_("{amount} less from rewards its companies may win"),
    "reason name=prizes more": N_("{amount} more from rewards its companies may win"),
    "reason name=trains": N_("{amount} more needed for trains"),
    "reason name=trains more": N_("{amount} less needed for trains"),
    "reason name=need": N_("{amount} more needed for a first train"),
    "reason name=need more": N_("{amount} less needed for a first train"),
    "reason name=renewal": N_("{amount} more needed to replace trains that rust soon"),
    "reason name=renewal more": N_("{amount} less needed to replace trains that rust soon"),
    "reason name=upgrade": N_("{amount} less saved towards a better train"),
    "reason name=upgrade more": N_("{amount} more saved towards a better train"),
    "reason name=duties": N_("{amount} more at risk from duties it may not meet"),
    "reason name=duties more": N_("{amount} less at risk from duties it may not meet"),
    "reason name=reserve": N_("{amount} less towards starting a company"),
    "reason name=reserve more": N_("{amount} more towards starting a company"),
    "reason name=control": N_("{amount} less for companies it controls"),
    "reason name=control more": N_("{amount} more for companies it controls"),
    "reason name=reach": N_("{amount} less for track its companies can use"),
    "reason name=reach more": N_("{amount} more for track its companies can use"),
    "reason name=others": N_("{amount} more for the other players"),
    "reason name=others more": N_("{amount} less for the other players"),
}
