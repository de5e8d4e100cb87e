//! Running what is lowered: by the interpreter, compiled, or both.

use super::child::Child;
use super::compiled_runtimes as compiled;
use super::interp::{self, Ran};
use super::runner::{self, Runner};
use super::wire::{Frame, Phase, Running};
use super::{Job, Limits, compiled_memory, openmp, prepare, runtime, tasks};
use crate::eval::builtins;
use crate::mlir::{Engine, Module, Operation};
use crate::observe::{Buffer, Cause, Leaked, Outcome, Said, Spent};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::time::Instant;

/// The operations that name functions to run before or after `main`.
const AROUND_MAIN: [&str; 2] = ["llvm.mlir.global_ctors", "llvm.mlir.global_dtors"];

/// The results of a program that ended well.
pub(super) struct Shown {
    outputs: Vec<Buffer>,
    leaked: Leaked,
}

/// The reason why a compiled module cannot be linked: LLVM says on standard error, which is a file here, what nobody defines.
fn missing() -> Cause {
    let said = std::fs::read_to_string("/proc/self/fd/2").unwrap_or_default();
    let Some((names, _)) = Said::Unlinked.behind(&said).and_then(|names| names.split_once(']')) else {
        return Cause::NoMachineCode {};
    };
    Cause::Undefined(names.trim().to_owned())
}

impl Child<'_> {
    /// Compiles and runs what is lowered; the same module twice in one job is run once when both were drawn.
    pub(super) fn lowered(
        &self,
        module: &Module<'_>,
        drawn: bool,
        ran: Option<Ran>,
        job: &Job,
        known: &mut HashMap<[u8; 32], Shown>,
        spent: &mut Spent,
    ) {
        let clock = Instant::now();
        self.arena.enter(Phase::Print);
        let hash: [u8; 32] = Sha256::digest(module.to_string()).into();
        self.arena.enter(Phase::Harness);
        spent.hash += clock.elapsed();
        self.running(Running::Module(hash));
        if drawn && let Some(shown) = known.get(&hash) {
            for output in &shown.outputs {
                self.running(Running::Output(output.clone()));
            }
            self.running(Running::Leaked(shown.leaked));
            return self.finish(Outcome::Ok, Cause::default());
        }
        if let Some(shown) = self.launch(module, ran, &job.limits, spent) {
            known.insert(hash, shown);
        }
    }

    /// Runs what is lowered, unless it `ran` already; what it showed, if it ended well.
    pub(super) fn launch(
        &self,
        module: &Module<'_>,
        ran: Option<Ran>,
        limits: &Limits,
        spent: &mut Spent,
    ) -> Option<Shown> {
        if let Err(cause) = prepare::entry_point(module) {
            self.finish(Outcome::Unsupported, cause);
            return None;
        }
        match ran.or_else(|| self.interpret(module, limits, spent)) {
            None => self.compile(module, limits, spent),
            Some(ran) if self.runner.get() == Runner::Both => {
                let run = runner::interpreted(ran, module, spent.execute);
                self.running(Running::Run(Box::new(run)));
                self.compile(module, limits, spent)
            }
            Some(Ran { ending: interp::Ending::Unsupported(why) | interp::Ending::Open(why), .. }) => {
                self.running(Running::Interpreted(Some(why)));
                self.compile(module, limits, spent)
            }
            Some(ran) => {
                self.running(Running::Interpreted(None));
                self.hand_over(ran)
            }
        }
    }

    /// The interpreter's run of the module; none where all is compiled.
    fn interpret(&self, module: &Module<'_>, limits: &Limits, spent: &mut Spent) -> Option<Ran> {
        if self.runner.get() == Runner::Jit {
            return None;
        }
        let mut interpreter = self.machine.borrow_mut();
        let clock = Instant::now();
        let ran = interpreter.run(module, limits.memory / 4, interp::fuel(limits.cpu));
        spent.execute = clock.elapsed();
        Some(ran)
    }

    /// Tells the parent what the interpreter saw; what was shown, if it ended well.
    fn hand_over(&self, ran: Ran) -> Option<Shown> {
        let fits = ran.outputs.iter().all(|output| self.running(Running::Output(output.clone())));
        let (outcome, cause) = match fits {
            true => runner::ended(&ran.ending),
            false => (Outcome::Unsupported, Cause::PrintsTooMuch {}),
        };
        if outcome == Outcome::Ok {
            self.running(Running::Leaked(ran.leaked));
        }
        if let Some(subject) = ran.about {
            self.arena.push(&Frame::About(subject));
        }
        if let Some(broken) = ran.broken {
            self.arena.push(&Frame::Broken(Box::new(broken)));
        }
        self.finish(outcome, cause);
        (outcome == Outcome::Ok).then_some(Shown { outputs: ran.outputs, leaked: ran.leaked })
    }

    /// Translates what is lowered to machine code and runs it; what it showed, if it ended well.
    fn compile(&self, module: &Module<'_>, limits: &Limits, spent: &mut Spent) -> Option<Shown> {
        let unsupported = |cause| {
            self.finish(Outcome::Unsupported, cause);
            None
        };
        let clock = Instant::now();
        self.arena.enter(Phase::Compile);
        let engine = Engine::new(module);
        let Some(engine) = engine else {
            self.arena.enter(Phase::Harness);
            return unsupported(Cause::Untranslated {});
        };
        builtins::end_compiled_code_by(compiled_memory::breaks);
        let known = [
            builtins::symbols(),
            runtime::symbols(),
            compiled_memory::symbols(),
            tasks::symbols(),
            openmp::symbols(),
            compiled::symbols(),
        ];
        // A function of the module's own is the one that is called, whatever its name; a second one would be undefined behaviour of MLIR's.
        let defines = |operation: &Operation<'_>| !operation.body().is_empty();
        let own: HashSet<String> =
            module.top_level().into_iter().filter(defines).filter_map(|own| own.symbol_name()).collect();
        for (name, address) in known.into_iter().flatten().filter(|(name, _)| !own.contains(&**name)) {
            // SAFETY: these functions have the types MLIR's lowerings declare for these names.
            unsafe { engine.register(&name, address) };
        }
        let main = engine.lookup("main");
        self.arena.enter(Phase::Harness);
        spent.compile = clock.elapsed();
        let Some(main) = main else {
            return unsupported(missing());
        };
        let outputs = RefCell::new(Vec::new());
        let sink = |buffer: Buffer| {
            if !self.running(Running::Output(buffer.clone())) {
                compiled_memory::unsupported(Cause::PrintsTooMuch {});
            }
            outputs.borrow_mut().push(buffer);
        };
        let stop = |outcome: Outcome, cause: Cause| {
            self.finish(outcome, cause);
            crate::coverage::leave_request();
            // SAFETY: the lowered code cannot be unwound; the report is in shared memory.
            unsafe { libc::_exit(super::crash::RECORDED) }
        };
        let clock = Instant::now();
        compiled_memory::begin(limits.memory / 4, &stop);
        tasks::begin();
        compiled::begin();
        self.arena.enter(Phase::Execute);
        let around = module.top_level().iter().any(|operation| AROUND_MAIN.contains(&operation.name()));
        runtime::begin(&sink);
        // SAFETY: `entry_point` checked that main takes and returns nothing, and MLIR that what is run around it does so too.
        let engine = unsafe {
            if around {
                engine.initialize();
            }
            runtime::call(main);
            // Functions that are to run after main run as the engine ends.
            (!around).then_some(engine)
        };
        runtime::end();
        // Still its phase: where it has written over the allocator's own data, releasing blocks or the engine dies of it.
        let finished = compiled_memory::finish();
        spent.execute = clock.elapsed();
        let clock = Instant::now();
        drop(engine);
        spent.compile += clock.elapsed();
        self.arena.enter(Phase::Harness);
        match finished {
            Err(cause) => {
                self.finish(Outcome::Fault, cause);
                None
            }
            Ok(leaked) => {
                self.running(Running::Leaked(leaked));
                self.finish(Outcome::Ok, Cause::default());
                Some(Shown { outputs: outputs.into_inner(), leaked })
            }
        }
    }
}
