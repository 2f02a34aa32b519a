// Permission phase 7B (specs parent-session): commands that a person is asked about because of their name, grouped by reason. Used by
// plain-command.ts and page.ts of src/guard.

export interface AskedCommands {
  /** The end of a sentence that begins with the command's name. */
  readonly why: string;
  readonly names: readonly string[];
  /** The command runs another one, so a star in a rule does not cover the words after it. */
  readonly runsRest?: boolean;
  /** The command runs code from a file or a flag, so a rule must name each flag literally. */
  readonly interprets?: boolean;
}

const names = (text: string) => text.split(/\s+/);

/** Every command that is asked about by name. */
export const ASKED: readonly AskedCommands[] = [
  {
    why: 'reaches the network',
    names:
      names(`curl wget http https httpie xh aria2c nc ncat netcat socat telnet ftp sftp tftp lftp scp rsync rclone dig nslookup host drill whois
      ping ping6 traceroute tracepath mtr getent resolvectl openssl curlie smbclient mail sendmail mutt lynx w3m links elinks finger ab nmap tcpdump
      ip ifconfig route ss netstat`),
  },
  {
    why: 'works with other machines and clouds',
    names: names(
      'aws gcloud az kubectl helm terraform tofu pulumi ansible ansible-playbook vagrant heroku fly flyctl vercel netlify doctl gsutil code cloudflared ngrok tailscale',
    ),
  },
  { why: 'runs containers', names: names('docker podman nerdctl buildah skopeo docker-compose ctr crictl lxc') },
  {
    why: 'runs another command',
    runsRest: true,
    names:
      names(`env nice ionice nohup setsid stdbuf timeout time command builtin exec xargs chroot unshare nsenter chrt taskset flock watch parallel
      busybox toybox strace ltrace script setpriv prlimit systemd-run dbus-run-session xvfb-run rlwrap unbuffer faketime fakeroot firejail bwrap proot ssh
      entr eval trap source . npx bunx pnpx expect torsocks proxychains cpulimit numactl setarch start-stop-daemon tmux screen at batch`),
  },
  { why: 'runs with other privileges', runsRest: true, names: names('sudo su doas pkexec runuser newgrp sg login') },
  {
    why: 'runs code',
    interprets: true,
    names:
      names(`sh bash dash zsh ksh mksh ash fish csh tcsh rbash yash python python2 python3 pypy pypy3 ipython node nodejs deno bun tsx ts-node perl ruby irb
      php lua luajit tclsh wish osascript R Rscript julia ghci guile scheme sbcl clisp erl elixir iex scala groovy jshell jrunscript java swift kotlin octave
      gawk awk mawk nawk original-awk gdb lldb bpftrace pwsh powershell emacs`),
  },
  {
    why: 'installs packages, or runs their code',
    names:
      names(`npm pnpm yarn corepack pip pip2 pip3 pipx pipenv poetry uv uvx conda mamba gem bundle bundler composer cargo rustup go apt apt-get aptitude dpkg
      apk yum dnf rpm brew snap flatpak nix nix-env nix-shell guix pacman zypper easy_install cpan luarocks mix rebar3 opam cabal stack`),
  },
  {
    why: 'runs code that project files name',
    names:
      names(`make gmake cmake ninja meson bazel buck gradle gradlew mvn ant rake just task invoke tox nox pytest jest vitest mocha ava tsc eslint prettier biome
      webpack vite rollup esbuild swc babel stylelint ruff black mypy flake8 pylint rubocop phpunit gcc g++ cc c++ clang clang++ ld as rustc javac
      dotnet msbuild sbt lein ctest pre-commit husky lint-staged turbo nx lerna changeset semantic-release`),
  },
  {
    why: 'deletes, moves or overwrites',
    names: names(
      'rm rmdir unlink shred mv cp ln install dd truncate tee split csplit shuf patch rename mktemp mkfifo mknod fallocate sponge ex',
    ),
  },
  { why: 'changes rights or owners', names: names('chmod chown chgrp setfacl chattr umask setcap') },
  {
    why: 'packs or unpacks files',
    interprets: true,
    names: names(
      'tar zip unzip gzip gunzip bzip2 bunzip2 xz unxz zstd 7z 7za ar cpio rar unrar zcat bzcat xzcat zgrep',
    ),
  },
  {
    why: 'changes the shell for later calls',
    names:
      names(`export declare typeset local readonly unset set shopt alias unalias hash enable bind complete compopt compgen cd pushd popd dirs fc history ulimit
      read mapfile readarray getopts let shift return exit logout suspend wait jobs fg bg disown caller help`),
  },
  { why: 'evaluates its words as code', names: names('test [ [[ expr bc dc') },
  {
    why: 'prints the environment, which may hold secrets',
    names: names(
      'printenv ps top htop pstree lsof w who users last id whoami groups uname pgrep systemctl journalctl dmesg sysctl',
    ),
  },
  {
    why: 'ends or changes processes',
    names: names(
      'kill pkill killall renice crontab shutdown reboot halt poweroff init telinit mount umount swapon modprobe insmod',
    ),
  },
  {
    why: 'waits for a person, and can run commands',
    names: names(
      'vi vim nvim view nano pico ed emacsclient less more most man info pg dialog whiptail sqlite3 psql mysql mariadb mongo mongosh redis-cli',
    ),
  },
  {
    why: 'handles secrets',
    names: names('gpg gpg2 ssh-add ssh-agent ssh-keygen pass secret-tool keyctl op vault security'),
  },
];

const byName = new Map(ASKED.flatMap((asked) => asked.names.map((name) => [name, asked])));

/** The reason why a command is asked about by name, if it is. */
export function askedByName(name: string): AskedCommands | undefined {
  return byName.get(name);
}
