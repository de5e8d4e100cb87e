// A library of its own needs a source; this one is here for its precompiled header.
