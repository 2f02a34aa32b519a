/** `OWNER/NAME` of a remote on this server, else undefined. */
import { askGitOnce } from '../../adapters/git/index.js';

export function repoOfRemote(address: string, server: string): string | undefined {
  const host = new URL(server).host.replaceAll('.', '\\.');
  const found = new RegExp(
    `^(?:https?://(?:[^@/]+@)?${host}/|(?:ssh://)?git@${host}[:/])([\\w.-]+/[\\w.-]+?)(?:\\.git)?/?$`,
  ).exec(address);
  return found?.[1];
}

/** The repository that a clone came from: its remote `origin`, else the first one. Undefined outside of a clone. */
export async function remoteOf(root: string, server: string): Promise<string | undefined> {
  const names = (await askGitOnce(root, ['remote']))?.split('\n').filter(Boolean) ?? [];
  const name = names.includes('origin') ? 'origin' : names[0];
  const address = name === undefined ? null : await askGitOnce(root, ['remote', 'get-url', '--', name]);
  return address ? repoOfRemote(address, server) : undefined;
}
