//! The command line program; everything it does is in [`mineproof::cli`].

fn main() -> std::process::ExitCode {
    mineproof::cli::main()
}
