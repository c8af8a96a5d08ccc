"""What a case stands for: the position of its seat, drafted over the file, criticised and drafted again."""
