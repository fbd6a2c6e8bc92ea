"""What is heard while a voice of ours reads: whether it lets itself be stopped, and by nothing else."""
