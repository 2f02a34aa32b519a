import { simpleGit } from 'simple-git';

/** `OWNER/NAME` of a remote on this server, else undefined. */
export function repoOfRemote(address: string, server: string): string | undefined {
  const host = new URL(server).host.replaceAll('.', '\\.');
  const found = new RegExp(
    `^(?:https?://(?:[^@/]+@)?${host}/|(?:ssh://)?git@${host}[:/])([\\w.-]+/[\\w.-]+?)(?:\\.git)?/?$`,
  ).exec(address);
  return found?.[1];
}

/** The repository that a clone came from. */
export async function remoteOf(root: string, server: string): Promise<string | undefined> {
  try {
    const remotes = await simpleGit({ baseDir: root }).getRemotes(true);
    const first = remotes.find(({ name }) => name === 'origin') ?? remotes[0];
    return first ? repoOfRemote(first.refs.fetch, server) : undefined;
  } catch {
    return undefined;
  }
}
