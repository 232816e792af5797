"""What has been spent, on disk, before anything is drawn."""
