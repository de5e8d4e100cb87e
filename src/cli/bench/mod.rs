//! `lowdiff bench`: tables of how fast the search is, measured here and now.

mod graph;

use clap::{Args, Subcommand};

/// Measure how fast the search is on this machine
#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    table: Table,
}

#[derive(Debug, Subcommand)]
enum Table {
    Graph(graph::Graph),
}

impl Bench {
    /// Runs the command.
    pub fn run(self) -> anyhow::Result<u8> {
        let Table::Graph(table) = self.table;
        table.run()
    }
}
