package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Numbers of the system calls that can fail, of Linux on amd64.
const (
	sysWrite, sysPwrite64, sysFsync, sysRename, sysLink, sysFtruncate = 1, 18, 74, 82, 86, 77
	sysOpenat, sysLinkat, sysRenameat, sysRenameat2, sysMkdirat       = 257, 265, 264, 316, 258
	sysSendfile, sysCopyFileRange, sysUnlinkat                        = 40, 326, 263
)

// cwdFD stands for the working directory of a process, as AT_FDCWD of Linux.
const cwdFD = -100

// injector runs a program and lets one of its system calls fail: the k-th that writes
// below a folder.
type injector struct {
	dir     string
	k       int
	onward  bool // fail all that follow, too
	errno   syscall.Errno
	seen    int
	kept    int          // calls that failed and would have removed something
	failing map[int]bool // threads inside a call that is to fail
	inside  map[int]bool // threads inside a call
}

// inject returns the command "endure inject": endure runs itself with it, because a tracer
// waits for all its children. It exits with the program's exit code, with 126 if the system
// does not permit it to trace, or with 125 if it could not trace for another reason. The file
// -count gets the number of calls counted, and how many of those that failed would have
// removed something.
func inject(args []string) int {
	flags := flag.NewFlagSet("inject", flag.ExitOnError)
	in := &injector{failing: map[int]bool{}, inside: map[int]bool{}}
	flags.StringVar(&in.dir, "dir", "", "folder below which calls fail")
	flags.IntVar(&in.k, "k", 1, "the first call that fails")
	flags.BoolVar(&in.onward, "onward", false, "all later calls fail, too")
	errno := flags.Int("errno", int(syscall.ENOSPC), "error number")
	count := flags.String("count", "", "file for the number of calls")
	flags.Parse(args)
	in.errno = syscall.Errno(*errno)
	runtime.LockOSThread()
	code, err := in.run(flags.Args())
	if err == nil {
		err = os.WriteFile(*count, fmt.Appendln(nil, in.seen, in.kept), 0o644)
	}
	if err == nil {
		return code
	}
	fmt.Fprintln(os.Stderr, "inject:", err)
	if errors.Is(err, errNotPermitted) {
		return notPermitted
	}
	return notTraced
}

// errNotPermitted says that the system does not let a process trace another.
var errNotPermitted = errors.New("tracing is not permitted")

// tracing returns an error of a call that begins to trace, which says so if that is not
// permitted.
func tracing(err error) error {
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		return fmt.Errorf("%w: %w", errNotPermitted, err)
	}
	return err
}

func (in *injector) run(args []string) (int, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return 0, tracing(err)
	}
	first := cmd.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(first, &status, 0, nil); err != nil {
		return 0, err
	}
	const options = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACEEXEC | 0x100000 // exit with the tracer
	if err := syscall.PtraceSetOptions(first, options); err != nil {
		return 0, tracing(err)
	}
	if err := syscall.PtraceSyscall(first, 0); err != nil {
		return 0, tracing(err)
	}
	return in.follow(first)
}

// follow lets all threads go on from stop to stop until the first one ends.
func (in *injector) follow(first int) (int, error) {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WALL, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return 0, err
		}
		if status.Exited() || status.Signaled() {
			if pid == first {
				return status.ExitStatus(), nil
			}
			continue
		}
		signal := 0
		switch stop := status.StopSignal(); {
		case stop == syscall.SIGTRAP|0x80:
			in.stopped(pid)
		case stop == syscall.SIGTRAP || stop == syscall.SIGSTOP:
		default:
			signal = int(stop)
		}
		_ = syscall.PtraceSyscall(pid, signal) // a thread that is gone needs none
	}
}

// stopped handles the entry into or the return from a system call.
func (in *injector) stopped(pid int) {
	var regs syscall.PtraceRegs
	if syscall.PtraceGetRegs(pid, &regs) != nil {
		return
	}
	if in.inside[pid] {
		in.inside[pid] = false
		if in.failing[pid] {
			in.failing[pid] = false
			regs.Rax = uint64(-int64(in.errno))
			_ = syscall.PtraceSetRegs(pid, &regs)
		}
		return
	}
	in.inside[pid] = true
	if !in.concerns(pid, &regs) {
		return
	}
	in.seen++
	if in.seen == in.k || in.onward && in.seen > in.k {
		if regs.Orig_rax == sysUnlinkat {
			in.kept++
		}
		in.failing[pid] = true
		regs.Orig_rax = ^uint64(0) // no call: the kernel does nothing
		_ = syscall.PtraceSetRegs(pid, &regs)
	}
}

// concerns reports whether a call writes below the folder, or removes something there.
func (in *injector) concerns(pid int, regs *syscall.PtraceRegs) bool {
	switch regs.Orig_rax {
	case sysWrite, sysPwrite64, sysFsync, sysFtruncate, sysSendfile:
		return in.isBelow(opened(pid, regs.Rdi))
	case sysCopyFileRange:
		return in.isBelow(opened(pid, regs.Rdx))
	case sysRenameat, sysRenameat2, sysLinkat:
		return in.below(pid, regs.Rdi, regs.Rsi) || in.below(pid, regs.Rdx, regs.R10)
	case sysMkdirat, sysUnlinkat:
		return in.below(pid, regs.Rdi, regs.Rsi)
	case sysOpenat:
		return regs.Rdx&(syscall.O_CREAT|syscall.O_WRONLY|syscall.O_RDWR) != 0 && in.below(pid, regs.Rdi, regs.Rsi)
	case sysRename, sysLink:
		cwd := cwdFD
		return in.below(pid, uint64(cwd), regs.Rdi) || in.below(pid, uint64(cwd), regs.Rsi)
	}
	return false
}

// below reports whether the path at an address of the program lies below the folder. A path
// that is not absolute begins at a folder that the program has open.
func (in *injector) below(pid int, folder, address uint64) bool {
	text := make([]byte, 512)
	n, _ := syscall.PtracePeekData(pid, uintptr(address), text)
	path, _, _ := strings.Cut(string(text[:max(n, 0)]), "\x00")
	if !filepath.IsAbs(path) {
		path = filepath.Join(opened(pid, folder), path)
	}
	return in.isBelow(path)
}

func (in *injector) isBelow(path string) bool { return strings.HasPrefix(path, in.dir+"/") }

// opened returns the path of what a program has open under a number, or its working folder.
func opened(pid int, number uint64) string {
	link := fmt.Sprintf("/proc/%d/fd/%d", pid, int32(number))
	if int32(number) == cwdFD {
		link = fmt.Sprintf("/proc/%d/cwd", pid)
	}
	path, _ := os.Readlink(link)
	return path
}
