// Commands that start other commands. Deny rules examine the inner commands too, so an unnecessary entry is harmless and a missing one is
// a hole.

/** Their later words are a command. Where it begins depends on their options, so every position is tried. */
export const WRAPPERS: ReadonlySet<string> = new Set(
  `nice ionice nohup setsid stdbuf timeout time command builtin exec env sudo doas xargs chroot unshare nsenter chrt taskset flock
   watch parallel busybox toybox strace ltrace gdb script su runuser setpriv prlimit systemd-run dbus-run-session xvfb-run catchsegv
   rlwrap unbuffer faketime proot fakeroot firejail bwrap ssh docker podman kubectl npx bunx pnpx pkexec cpulimit numactl setarch
   linux32 linux64 daemonize start-stop-daemon entr capsh choom coproc torsocks proxychains logsave expect`.split(
    /\s+/,
  ),
);

/** They start a command only after one of these words. */
export const RUNS_AFTER: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x', 'explore', 'init', 'create', 'innit', '--'],
  pnpm: ['exec', 'dlx', 'x', 'create'],
  yarn: ['exec', 'dlx', 'create'],
  bun: ['x', 'run', 'exec', 'create'],
  git: ['run', 'foreach'],
  find: ['-exec', '-execdir', '-ok', '-okdir'],
  fd: ['-x', '-X', '--exec', '--exec-batch'],
  fdfind: ['-x', '-X', '--exec', '--exec-batch'],
  poetry: ['run'],
  pipenv: ['run'],
  uv: ['run'],
  bundle: ['exec'],
  rustup: ['run'],
};

export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh mksh ash fish csh tcsh rbash yash rksh posh'.split(' '),
);

/** Commands that run a word as shell text. */
export const TEXT_READERS: ReadonlySet<string> = new Set([
  ...SHELLS,
  ...'eval trap watch parallel su runuser script flock env ssh busybox toybox xargs alias expect entr npx npm'.split(
    ' ',
  ),
]);
