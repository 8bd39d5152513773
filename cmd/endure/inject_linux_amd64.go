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

// System calls that can be made to fail, on Linux for amd64.
const (
	sysWrite, sysPwrite64, sysFsync, sysRename, sysLink, sysFtruncate = 1, 18, 74, 82, 86, 77
	sysOpenat, sysLinkat, sysRenameat, sysRenameat2, sysMkdirat       = 257, 265, 264, 316, 258
	sysSendfile, sysCopyFileRange, sysUnlinkat                        = 40, 326, 263
)

// cwdFD is AT_FDCWD, which stands for the working directory.
const cwdFD = -100

// injector runs a program and makes its k-th system call that writes below a folder fail.
type injector struct {
	dir             string
	k               int
	onward          bool // all later calls fail, too
	errno           syscall.Errno
	callCount       int
	blockedRemovals int // failed calls that would have removed a file
	failingThreads  map[int]bool
	threadsInside   map[int]bool
}

// inject runs the command "endure inject". It needs its own process, because a tracer waits for all its
// children. The exit code is the program's, 126 if tracing is not permitted, or 125 if it failed for another
// reason. inject writes two numbers to the file -count: the calls, and the failed calls that would have
// removed a file.
func inject(args []string) int {
	flags := flag.NewFlagSet("inject", flag.ExitOnError)
	inj := &injector{failingThreads: map[int]bool{}, threadsInside: map[int]bool{}}
	flags.StringVar(&inj.dir, "dir", "", "folder below which calls fail")
	flags.IntVar(&inj.k, "k", 1, "the first call that fails, counted from 1")
	flags.BoolVar(&inj.onward, "onward", false, "also fail all later calls")
	errno := flags.Int("errno", int(syscall.ENOSPC), "error number")
	count := flags.String("count", "", "file for the number of calls and of failed removals")
	flags.Parse(args)
	inj.errno = syscall.Errno(*errno)
	runtime.LockOSThread()
	code, err := inj.run(flags.Args())
	if err == nil {
		err = os.WriteFile(*count, fmt.Appendln(nil, inj.callCount, inj.blockedRemovals), 0o644)
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

var errNotPermitted = errors.New("tracing is not permitted")

func traceError(err error) error {
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		return fmt.Errorf("%w: %w", errNotPermitted, err)
	}
	return err
}

func (inj *injector) run(args []string) (int, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return 0, traceError(err)
	}
	first := cmd.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(first, &status, 0, nil); err != nil {
		return 0, err
	}
	const options = syscall.PTRACE_O_TRACESYSGOOD | syscall.PTRACE_O_TRACECLONE | syscall.PTRACE_O_TRACEFORK | syscall.PTRACE_O_TRACEVFORK | syscall.PTRACE_O_TRACEEXEC | 0x100000 // PTRACE_O_EXITKILL: the program is killed if the tracer exits
	if err := syscall.PtraceSetOptions(first, options); err != nil {
		return 0, traceError(err)
	}
	if err := syscall.PtraceSyscall(first, 0); err != nil {
		return 0, traceError(err)
	}
	return inj.follow(first)
}

// follow resumes every thread that stops, until the first thread ends. It returns the exit code.
func (inj *injector) follow(first int) (int, error) {
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
			inj.handleStop(pid)
		case stop == syscall.SIGTRAP || stop == syscall.SIGSTOP:
		default:
			signal = int(stop)
		}
		_ = syscall.PtraceSyscall(pid, signal) // an error means that the thread is gone
	}
}

func (inj *injector) handleStop(pid int) {
	var regs syscall.PtraceRegs
	if syscall.PtraceGetRegs(pid, &regs) != nil {
		return
	}
	if inj.threadsInside[pid] {
		inj.threadsInside[pid] = false
		if inj.failingThreads[pid] {
			inj.failingThreads[pid] = false
			regs.Rax = uint64(-int64(inj.errno))
			_ = syscall.PtraceSetRegs(pid, &regs)
		}
		return
	}
	inj.threadsInside[pid] = true
	if !inj.counts(pid, &regs) {
		return
	}
	inj.callCount++
	if inj.callCount == inj.k || inj.onward && inj.callCount > inj.k {
		if regs.Orig_rax == sysUnlinkat {
			inj.blockedRemovals++
		}
		inj.failingThreads[pid] = true
		regs.Orig_rax = ^uint64(0) // an invalid number, so that the kernel does nothing
		_ = syscall.PtraceSetRegs(pid, &regs)
	}
}

func (inj *injector) counts(pid int, regs *syscall.PtraceRegs) bool {
	switch regs.Orig_rax {
	case sysWrite, sysPwrite64, sysFsync, sysFtruncate, sysSendfile:
		return inj.isBelow(openPath(pid, regs.Rdi))
	case sysCopyFileRange:
		return inj.isBelow(openPath(pid, regs.Rdx))
	case sysRenameat, sysRenameat2, sysLinkat:
		return inj.below(pid, regs.Rdi, regs.Rsi) || inj.below(pid, regs.Rdx, regs.R10)
	case sysMkdirat, sysUnlinkat:
		return inj.below(pid, regs.Rdi, regs.Rsi)
	case sysOpenat:
		return regs.Rdx&(syscall.O_CREAT|syscall.O_WRONLY|syscall.O_RDWR) != 0 && inj.below(pid, regs.Rdi, regs.Rsi)
	case sysRename, sysLink:
		cwd := cwdFD
		return inj.below(pid, uint64(cwd), regs.Rdi) || inj.below(pid, uint64(cwd), regs.Rsi)
	}
	return false
}

// below reports whether a path in the program's memory is below the injector's folder. A relative path starts
// at the file descriptor folder.
func (inj *injector) below(pid int, folder, address uint64) bool {
	text := make([]byte, 512)
	n, _ := syscall.PtracePeekData(pid, uintptr(address), text)
	path, _, _ := strings.Cut(string(text[:max(n, 0)]), "\x00")
	if !filepath.IsAbs(path) {
		path = filepath.Join(openPath(pid, folder), path)
	}
	return inj.isBelow(path)
}

func (inj *injector) isBelow(path string) bool { return strings.HasPrefix(path, inj.dir+"/") }

// openPath returns the path of a program's file descriptor, or the working directory for cwdFD.
func openPath(pid int, number uint64) string {
	link := fmt.Sprintf("/proc/%d/fd/%d", pid, int32(number))
	if int32(number) == cwdFD {
		link = fmt.Sprintf("/proc/%d/cwd", pid)
	}
	path, _ := os.Readlink(link)
	return path
}
