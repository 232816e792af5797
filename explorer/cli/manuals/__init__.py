"""What shells and `man` are told about the command line, made from its verbs."""
