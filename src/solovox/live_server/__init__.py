"""The live server in a process: a session for each client, of the engines that the process shares."""
