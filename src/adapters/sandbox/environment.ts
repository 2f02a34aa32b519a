// The environment variables of commands, inside a sandbox and outside. Used by the sandboxes here and by src/services.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

interface EnvironmentOptions {
  readonly PATH: string;
  readonly home: string;
  readonly tmp?: string | undefined;
}

/** The whole environment of a command. Nothing of crew's own environment is passed on, so no secret can leak through it. */
export function cleanEnvironment({ PATH, home, tmp }: EnvironmentOptions): Readonly<Record<string, string>> {
  return {
    PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: 'true',
    // Programs that would wait for input fail instead.
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    DEBIAN_FRONTEND: 'noninteractive',
    // Without this, Python would write __pycache__ into the tree, and it would become part of the change.
    PYTHONDONTWRITEBYTECODE: '1',
    ...(tmp === undefined ? {} : { TMPDIR: tmp }),
  };
}

/**
 * Install scripts of these packages download browsers and binaries from hosts that the sandbox refuses. With these variables they skip the
 * download, so that the installation succeeds.
 */
export const WITHOUT_DOWNLOADS: Readonly<Record<string, string>> = {
  PUPPETEER_SKIP_DOWNLOAD: 'true',
  PUPPETEER_SKIP_CHROMIUM_DOWNLOAD: 'true',
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  CYPRESS_INSTALL_BINARY: '0',
  ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  CHROMEDRIVER_SKIP_DOWNLOAD: 'true',
  GECKODRIVER_SKIP_DOWNLOAD: 'true',
};

/** pnpm hard-links files of its global store into the tree, so writing to the tree would change the store. It must copy instead. */
export function copyInsteadOfLink(root: string): Readonly<Record<string, string>> {
  return existsSync(path.join(root, 'pnpm-lock.yaml')) ? { npm_config_package_import_method: 'copy' } : {};
}

/** The folder of `pathWithTools`. */
const TOOLS_FOLDER = /[/\\]crew-tools-[0-9a-f]{12}$/;

/**
 * The environment with the programs that `verify.setup` installs first on PATH. They are in a folder outside every tree, read-only in the
 * sandbox. The folder is created here, because a sandbox mounts only existing folders. Without setup commands PATH stays unchanged.
 */
export function pathWithTools(
  env: Readonly<Record<string, string | undefined>>,
  { root, commands }: { readonly root: string; readonly commands: readonly string[] },
): Readonly<Record<string, string | undefined>> {
  if (commands.length === 0) return env;
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const folder = path.join(env.HOME ?? '/tmp', '.cache', 'crew', `crew-tools-${digest}`);
  for (const name of ['bin', 'lib']) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  return { ...env, PATH: [path.join(folder, 'bin'), env.PATH ?? ''].join(path.delimiter) };
}

/**
 * Variables that make installers put programs into the folder of `pathWithTools`; empty if PATH has none. The home of the setup commands would
 * not do: it is removed after them, because it may hold credentials.
 */
export function installVariables(PATH: string): Readonly<Record<string, string>> {
  const folder = toolsFolderOf(PATH);
  if (folder === undefined) return {};
  const bin = path.join(folder, 'bin');
  const inLib = (name: string) => path.join(folder, 'lib', name);
  return {
    ...runtimeVariables(PATH),
    npm_config_prefix: folder,
    CARGO_INSTALL_ROOT: folder,
    GOBIN: bin,
    PIPX_HOME: inLib('pipx'),
    PIPX_BIN_DIR: bin,
    UV_TOOL_DIR: inLib('uv-tools'),
    UV_TOOL_BIN_DIR: bin,
    GEM_HOME: inLib('gems'),
  };
}

/** Variables by which runtimes find what was installed into the folder of `pathWithTools`. */
export function runtimeVariables(PATH: string): Readonly<Record<string, string>> {
  const folder = toolsFolderOf(PATH);
  if (folder === undefined) return {};
  return {
    PYTHONUSERBASE: folder,
    COREPACK_HOME: path.join(folder, 'lib', 'corepack'),
    UV_PYTHON_INSTALL_DIR: path.join(folder, 'lib', 'uv-python'),
  };
}

function toolsFolderOf(PATH: string): string | undefined {
  const [first = ''] = PATH.split(path.delimiter);
  const folder = path.dirname(first);
  return path.basename(first) === 'bin' && TOOLS_FOLDER.test(folder) ? folder : undefined;
}
