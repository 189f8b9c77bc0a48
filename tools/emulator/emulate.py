"""Runs a program for Linux on x86-64 on an emulated CPU with AVX-512 IFMA:  python emulate.py PROGRAM [ARGUMENT...]

The CPU is the one of the emulator Bochs, by the package bochscpu-python. This file is the rest of the machine: it loads the program and
its dynamic linker into 1 GiB of memory, where a virtual address is the physical one, and carries out the system calls that Rust's test
runner makes. Files can be read, not written. A thread runs until it waits or ends: the ABI keeps no vector and no mask over a
system call, so nothing else of the CPU must be kept. The program gets the variables MODEXP_*, RUST_* and PROPTEST_*.
"""

import ctypes
import errno
import mmap
import os
import struct
import sys
import time

# functions that the package takes from glibc 2.38, where that is older
if "MODEXP_GLIBC" in os.environ:
    ctypes.CDLL(os.environ["MODEXP_GLIBC"], mode=ctypes.RTLD_GLOBAL)

import bochscpu
import bochscpu.cpu
import bochscpu.memory

PAGE = 4096
SIZE = 1 << 30
PAGE_TABLES, SYSTEM_CALL, PROGRAM, LINKER, BREAK, HEAP = 0x1000, 0x4000, 0x400000, 0xB000000, 0xC000000, 0x10000000
STACK = SIZE - 0x10000
STACK_SIZE = 8 << 20
UNDEFINED_INSTRUCTION = 6

memory = mmap.mmap(-1, SIZE)
session = bochscpu.Session()


def whole_pages(length):
    return -(-length // PAGE) * PAGE


def word(at):
    return struct.unpack_from("<Q", memory, at)[0]


def text(at):
    return memory[at : memory.find(b"\0", at)]


def load(path, base=PROGRAM):
    """Loads an ELF file, and its dynamic linker; returns where to start, and the auxiliary vector for the linker."""
    with open(path, "rb") as file:
        elf = file.read()
    kind, entry, headers, size, count = *struct.unpack_from("<H6xQQ", elf, 16), *struct.unpack_from("<HH", elf, 54)
    base = base if kind == 3 else 0
    start, linker, table = base + entry, 0, 0
    for i in range(count):
        segment, offset, address, length = struct.unpack_from("<I4xQQ8xQ", elf, headers + i * size)
        if segment == 1:
            memory[base + address : base + address + length] = elf[offset : offset + length]
            table = table or base + address - offset + headers
        if segment == 3:
            linker = LINKER
            start, _ = load(elf[offset : offset + length - 1], LINKER)
    return start, {3: table, 4: size, 5: count, 6: PAGE, 7: linker, 9: base + entry, 16: 0, 17: 100, 23: 0}


def make_stack(arguments, environment, auxiliary):
    """Writes a new program's stack; returns its top."""
    top = STACK

    def put(data):
        nonlocal top
        top -= len(data)
        memory[top : top + len(data)] = data
        return top

    random = put(os.urandom(16))
    lists = [[put(x.encode() + b"\0") for x in part] for part in (arguments, environment)]
    vector = [x for pair in {**auxiliary, 25: random}.items() for x in pair]
    words = [len(arguments), *lists[0], 0, *lists[1], 0, *vector, 0, 0]
    top = (top - 8 * len(words)) & ~63
    struct.pack_into(f"<{len(words)}Q", memory, top, *words)
    return top


class Threads:
    """All threads but the running one, as states of the CPU."""

    def __init__(self):
        self.current, self.last = 1, 1
        self.ready, self.waiting = [], {}
        # words that become 0 when a thread ends
        self.ends = {}

    def next(self):
        if not self.ready:
            # only a wait with a limit can end now
            limited = next((t for t, (_, _, limit) in self.waiting.items() if limit), None)
            if limited is None:
                raise SystemExit("emulate: every thread waits for another")
            self.resume(limited, -errno.ETIMEDOUT)
        self.current, state = self.ready.pop(0)
        return state

    def resume(self, thread, result):
        state, _, _ = self.waiting.pop(thread)
        state.rax = result % (1 << 64)
        self.ready.append((thread, state))

    def wake(self, address, most):
        woken = [t for t, (_, at, _) in self.waiting.items() if at == address][:most]
        for thread in woken:
            self.resume(thread, 0)
        return len(woken)


threads = Threads()
heap = HEAP
end_of_break = BREAK


def take(length):
    """New memory of the heap, which is zero."""
    global heap
    at, heap = heap, heap + whole_pages(length) + PAGE
    if heap > STACK - STACK_SIZE:
        raise SystemExit("emulate: 1 GiB of memory is in use")
    return at


def write(file, at, length):
    return os.write(2 if file == 2 else 1, memory[at : at + length])


def write_parts(file, parts, count):
    return sum(write(file, word(parts + 16 * i), word(parts + 16 * i + 8)) for i in range(count))


def read(file, to, length):
    data = os.read(file, length)
    memory[to : to + len(data)] = data
    return len(data)


def read_at(file, to, length, offset):
    data = os.pread(file, length, offset)
    memory[to : to + len(data)] = data
    return len(data)


def status(file, path, to):
    """fstat, in the form that the C library has it."""
    if text(path):
        return -errno.ENOENT
    x = os.fstat(file)
    fields = (x.st_dev, x.st_ino, x.st_nlink, x.st_mode, 0, 0, 0, x.st_size, PAGE, x.st_blocks)
    struct.pack_into("<QQQIII4xQqqq72x", memory, to, *fields)
    return 0


def map_memory(at, length, _protection, flags, file, offset):
    fixed, anonymous = flags & 16, flags & 32
    to = at if fixed else take(length)
    data = b"" if anonymous else os.pread(file & 0xFFFFFFFF, length, offset)
    memory[to : to + whole_pages(length)] = data + bytes(whole_pages(length) - len(data))
    return to


def unmap_memory(at, length):
    global heap
    memory[at : at + length] = bytes(length)
    if at + whole_pages(length) + PAGE == heap:
        heap = at
    return 0


def move_memory(at, old, new):
    to = take(new)
    memory[to : to + old] = memory[at : at + old]
    return to


def set_break(at):
    global end_of_break
    if BREAK <= at < HEAP:
        end_of_break = at
    return end_of_break


def set_fs(state, what, base):
    if what != 0x1002:
        return -errno.EINVAL
    fs = state.fs
    fs.base = base
    state.fs = fs
    return 0


def clone(state, _flags, stack, _parent, child_word, tls):
    child = session.cpu.state
    child.rip, child.rsp, child.rax = child.rcx, stack, 0
    set_fs(child, 0x1002, tls)
    threads.last += 1
    threads.ends[threads.last] = child_word
    struct.pack_into("<i", memory, child_word, threads.last)
    threads.ready.append((threads.last, child))
    return threads.last


def end_thread(_state, _code):
    at = threads.ends.get(threads.current)
    if at:
        struct.pack_into("<i", memory, at, 0)
        threads.wake(at, 1)
    return threads.next()


def give_way(state):
    state.rax = 0
    threads.ready.append((threads.current, state))
    return threads.next()


def futex(state, at, operation, value, limit):
    if operation & 127 in (1, 10):
        return threads.wake(at, value)
    if operation & 127 not in (0, 9):
        return -errno.ENOSYS
    if struct.unpack_from("<I", memory, at)[0] != value & 0xFFFFFFFF:
        return -errno.EAGAIN
    threads.waiting[threads.current] = (state, at, limit != 0)
    return threads.next()


def clock(which, to):
    now = time.time_ns() if which == 0 else time.monotonic_ns()
    struct.pack_into("<QQ", memory, to, *divmod(now, 10**9))
    return 0


def random_bytes(to, length):
    memory[to : to + length] = os.urandom(length)
    return length


def one_cpu(_thread, _length, to):
    struct.pack_into("<Q", memory, to, 1)
    return 8


def end_program(code):
    sys.exit(code & 255)


# by the numbers of Linux
CALLS = {
    0: read,
    1: write,
    3: lambda file: os.close(file) if file > 2 else 0,
    8: os.lseek,
    9: map_memory,
    11: unmap_memory,
    12: set_break,
    17: read_at,
    20: write_parts,
    25: move_memory,
    204: one_cpu,
    228: clock,
    231: end_program,
    257: lambda _folder, path: os.open(text(path), os.O_RDONLY),
    262: lambda folder, path, to: status(folder, path, to),
    318: random_bytes,
}
# calls that need the state of the CPU, and may return another thread's
OF_THREADS = {24: give_way, 56: clone, 60: end_thread, 158: set_fs, 202: futex}
# of signals, protection and advice, which may have no effect here
WITHOUT_EFFECT = {7, 10, 13, 14, 28, 35, 131, 157, 230, 273}
IDENTITY = {39, 186, 218}


def system_call(state):
    """Carries out the call of the running thread; returns the state that runs next."""
    number = state.rax
    arguments = (state.rdi, state.rsi, state.rdx, state.r10, state.r8, state.r9)
    try:
        if number in OF_THREADS:
            call = OF_THREADS[number]
            result = call(state, *arguments[: call.__code__.co_argcount - 1])
            if not isinstance(result, int):
                return result
        elif number in CALLS:
            call = CALLS[number]
            count = 3 if call is os.lseek else call.__code__.co_argcount
            result = call(*arguments[:count]) or 0
        elif number in IDENTITY:
            result = threads.current
        else:
            result = 0 if number in WITHOUT_EFFECT else -errno.ENOSYS
    except OSError as error:
        result = -error.errno
    state.rax = result % (1 << 64)
    return state


def segment(selector, attributes):
    x = bochscpu.Segment()
    x.present, x.selector, x.base, x.limit, x.attr = True, selector, 0, 0xFFFFFFFF, attributes
    return x


def start(program, arguments):
    """A CPU in 64-bit mode with all vectors switched on, at the first instruction."""
    host = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    session.missing_page_handler = lambda at: bochscpu.memory.page_insert(at & ~(PAGE - 1), host + (at & ~(PAGE - 1)))
    # one page of 1 GiB
    struct.pack_into("<Q", memory, PAGE_TABLES, (PAGE_TABLES + PAGE) | 7)
    struct.pack_into("<Q", memory, PAGE_TABLES + PAGE, 0x87)
    # a system call jumps here, to an undefined instruction, which the emulator reports
    memory[SYSTEM_CALL : SYSTEM_CALL + 2] = b"\x0f\x0b"
    entry, auxiliary = load(program)
    passed = ("MODEXP_", "RUST_", "PROPTEST_")
    environment = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(passed)]

    state = bochscpu.State()
    bochscpu.cpu.set_long_mode(state)
    state.cr0 = (state.cr0 | 0x80000033) & ~0xC
    state.cr3 = PAGE_TABLES
    state.cr4 |= 0x40620
    state.efer |= 0x501
    state.xcr0 = 0xE7
    state.mxcsr, state.mxcsr_mask, state.fpcw = 0x1F80, 0xFFFF, 0x37F
    state.lstar, state.star, state.sfmask = SYSTEM_CALL, 0x10 << 32 | 0x8 << 48, 0
    state.cs = segment(0x10, 0x209B)
    state.ss = state.ds = state.es = state.fs = state.gs = segment(0x18, 0xC93)
    state.rflags = 2
    state.rip, state.rsp = entry, make_stack([program, *arguments], environment, auxiliary)
    return state


def main():
    exceptions = []

    def on_exception(_session, _cpu, vector, error):
        exceptions.append((vector, error))
        session.stop()

    hook = bochscpu.Hook()
    hook.exception = on_exception
    session.cpu.state = start(sys.argv[1], sys.argv[2:])
    while True:
        session.run([hook])
        state = session.cpu.state
        [(vector, error)] = exceptions
        if vector != UNDEFINED_INSTRUCTION or not SYSTEM_CALL <= state.rip <= SYSTEM_CALL + 2:
            raise SystemExit(f"emulate: exception {vector} ({error}) at {state.rip - PROGRAM:#x} of the program, cr2 {state.cr2:#x}")
        exceptions.clear()
        state.rip = state.rcx
        session.cpu.state = system_call(state)


main()
