//! A child process that stops before or after an instruction.
#![allow(unsafe_code, reason = "ptrace is a system call")]

use libc::user_regs_struct as Registers;
use modexp_assurance::taint::TRACKER;
use std::io::{Error, Result};
use std::mem::MaybeUninit;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

/// The child, stopped.
pub struct Tracee {
    child: Child,
}

impl Tracee {
    /// Starts a program, stopped before its first instruction.
    pub fn start(program: &str, arguments: &[String]) -> Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).env(TRACKER, "1");
        stay_on_this_core()?;
        // SAFETY: between fork and exec only system calls are made
        let child = unsafe {
            command.pre_exec(|| {
                // addresses must be the same in every run
                libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
                check(libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0))
            })
        }
        .spawn()?;
        let tracee = Self { child };
        tracee.wait()?;
        Ok(tracee)
    }

    /// Runs freely up to a breakpoint; returns the exit code if the program ends first.
    pub fn run(&self) -> Result<Option<i32>> {
        self.go_on(libc::PTRACE_CONT)
    }

    /// Executes one instruction; returns the exit code if it was the last.
    pub fn step(&self) -> Result<Option<i32>> {
        self.go_on(libc::PTRACE_SINGLESTEP)
    }

    /// Runs freely up to `address`, not the current one; returns the exit code if the program ends first.
    pub fn run_to(&self, address: u64) -> Result<Option<i32>> {
        const BREAKPOINT: u64 = 0xcc;
        let mut bytes = [0; 8];
        if self.read(address, &mut bytes) < bytes.len() {
            return Err(Error::other(format!("no instruction can be at {address:#x}")));
        }
        let word = u64::from_le_bytes(bytes);
        self.write(address, word & !0xff | BREAKPOINT)?;
        let exit = self.run()?;
        if exit.is_none() {
            self.write(address, word)?;
            let registers = self.registers()?;
            if registers.rip != address + 1 {
                return Err(Error::other(format!("stopped at {:#x} on the way to {address:#x}", registers.rip)));
            }
            self.set_registers(&Registers { rip: address, ..registers })?;
        }
        Ok(exit)
    }

    /// Writes a word into the child's code.
    fn write(&self, address: u64, word: u64) -> Result<()> {
        // SAFETY: the child is stopped
        check(unsafe { libc::ptrace(libc::PTRACE_POKETEXT, self.pid(), address, word) })
    }

    pub fn registers(&self) -> Result<Registers> {
        let mut registers = MaybeUninit::<Registers>::uninit();
        // SAFETY: the kernel fills the structure, or the call fails
        unsafe {
            check(libc::ptrace(libc::PTRACE_GETREGS, self.pid(), 0, registers.as_mut_ptr()))?;
            Ok(registers.assume_init())
        }
    }

    pub fn set_registers(&self, registers: &Registers) -> Result<()> {
        // SAFETY: the child is stopped
        check(unsafe { libc::ptrace(libc::PTRACE_SETREGS, self.pid(), 0, registers) })
    }

    /// Reads memory of the child; returns fewer bytes where the memory ends.
    pub fn read(&self, address: u64, bytes: &mut [u8]) -> usize {
        let local = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
        let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: bytes.len() };
        // SAFETY: `local` is a buffer of this process; the kernel checks the other address
        let read = unsafe { libc::process_vm_readv(self.pid(), &raw const local, 1, &raw const remote, 1, 0) };
        usize::try_from(read).unwrap_or(0)
    }

    fn pid(&self) -> libc::pid_t {
        self.child.id() as libc::pid_t
    }

    /// Continues to the next breakpoint or instruction; returns the exit code at the end. Ignores stops by job control.
    fn go_on(&self, how: libc::c_uint) -> Result<Option<i32>> {
        loop {
            // SAFETY: the child is stopped
            check(unsafe { libc::ptrace(how, self.pid(), 0, 0) })?;
            match self.wait()? {
                Stop::Signal(libc::SIGTRAP) => return Ok(None),
                Stop::Signal(libc::SIGSTOP | libc::SIGTSTP | libc::SIGCONT) => {}
                Stop::Signal(signal) => return Ok(Some(128 + signal)),
                Stop::Exit(code) => return Ok(Some(code)),
            }
        }
    }

    fn wait(&self) -> Result<Stop> {
        let mut status = 0;
        // SAFETY: waits for a child of this process
        let waited = unsafe { libc::waitpid(self.pid(), &raw mut status, 0) };
        check(waited.into())?;
        Ok(if libc::WIFEXITED(status) {
            Stop::Exit(libc::WEXITSTATUS(status))
        } else if libc::WIFSIGNALED(status) {
            Stop::Exit(128 + libc::WTERMSIG(status))
        } else {
            Stop::Signal(libc::WSTOPSIG(status))
        })
    }
}

/// Why the child stopped.
enum Stop {
    Exit(i32),
    Signal(i32),
}

/// Two processes that take turns are faster on one core than on two.
fn stay_on_this_core() -> Result<()> {
    // SAFETY: a set of no cores is all zeros; the number of this core is within the set's size
    unsafe {
        let mut cores = std::mem::zeroed::<libc::cpu_set_t>();
        libc::CPU_SET(libc::sched_getcpu() as usize, &mut cores);
        check(libc::sched_setaffinity(0, size_of_val(&cores), &raw const cores).into())
    }
}

fn check(result: libc::c_long) -> Result<()> {
    if result < 0 { Err(Error::last_os_error()) } else { Ok(()) }
}
