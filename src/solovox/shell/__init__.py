"""Everything that waits: tasks, queues, clocks. Carries events to the conversation, and its commands out."""
