// What the commands of `verify.setup` install stays: a folder outside of every tree, whose programs the sandbox sees and cannot change.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const NAME = /[/\\]crew-tools-[0-9a-f]{12}$/;

/**
 * The search path with the programs of a repository's set-up first. The folder is made here, because a sandbox shows what is there when
 * it opens. Without set-up commands the path stays as it is.
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

/** Tells installers to put programs there; the home of the set-up is taken away afterwards, with what it holds of credentials. */
export function installVariables(PATH: string): Readonly<Record<string, string>> {
  const folder = keptIn(PATH);
  if (folder === undefined) return {};
  const bin = path.join(folder, 'bin');
  const below = (name: string) => path.join(folder, 'lib', name);
  return {
    ...readVariables(PATH),
    npm_config_prefix: folder,
    CARGO_INSTALL_ROOT: folder,
    GOBIN: bin,
    PIPX_HOME: below('pipx'),
    PIPX_BIN_DIR: bin,
    UV_TOOL_DIR: below('uv-tools'),
    UV_TOOL_BIN_DIR: bin,
    GEM_HOME: below('gems'),
  };
}

/** Where runtimes find there what has to be found by them. */
export function readVariables(PATH: string): Readonly<Record<string, string>> {
  const folder = keptIn(PATH);
  if (folder === undefined) return {};
  return {
    PYTHONUSERBASE: folder,
    COREPACK_HOME: path.join(folder, 'lib', 'corepack'),
    UV_PYTHON_INSTALL_DIR: path.join(folder, 'lib', 'uv-python'),
  };
}

function keptIn(PATH: string): string | undefined {
  const [first = ''] = PATH.split(path.delimiter);
  const folder = path.dirname(first);
  return path.basename(first) === 'bin' && NAME.test(folder) ? folder : undefined;
}
