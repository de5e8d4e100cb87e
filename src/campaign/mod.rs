//! Fuzz targets kept running: one supervisor a machine, any number of machines in one folder.
//!
//! Inputs and findings are named by what is in them, so the folder of one campaign is merged into that of another by copying, in any
//! order and as often as anybody likes. What a machine alone writes lies in `machines/NAME`.

mod folder;
mod job;
mod machine;
mod status;
mod supervisor;

pub use folder::{CampaignFolder, Merged, Recovered};
pub use machine::MachineStatus;
pub use supervisor::{CampaignOptions, run};
