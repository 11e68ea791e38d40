"""Rules about the closed files of ours: fakes and scenarios."""
