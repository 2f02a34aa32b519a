import type { IssueChange } from '../change.js';
import type { Effect, Hands, Look } from '../effect.js';
import { bodyDigest, isSigned, type Mark, mark, readMarker } from '../marker.js';

/** Crew's own issue in a slot: found by its marker and its author, opened once, rewritten after. */
export function issueEffect(change: IssueChange, { github, repo, markerKey, outgoing }: Hands): Effect {
  const { issues, people } = github;
  const as: Mark = { slot: change.slot, place: repo, key: markerKey };
  const own = async () => {
    const me = await people.me();
    const logins = [...new Set([me.login, ...(change.authors ?? [])])];
    const found = (await Promise.all(logins.map((login) => issues.by(login))))
      .flat()
      .sort((a, b) => a.number - b.number);
    return found.flatMap((issue) => {
      const marker = readMarker(issue.body);
      if (marker?.slot !== change.slot) return [];
      const isOurs =
        issue.author.id === me.id ||
        change.authors?.includes(issue.author.login) ||
        (as.key && isSigned(issue.body, { ...as, key: as.key }));
      return isOurs ? [{ ...issue, marker }] : [];
    });
  };
  return {
    async look() {
      const [first, ...others] = await own();
      const body = outgoing(change.body);
      const page = { title: outgoing(change.title), body: mark(body, as) };
      const open = async () => ({ url: (await issues.open(page)).url });
      if (!first) return { is: 'absent', repeatable: false, make: open };
      // Who closed it did not want it; that is kept until they open it again.
      if (!first.open) return closed;
      if (first.marker.digest === bodyDigest(body)) {
        return { is: 'there', count: 1 + others.filter((each) => each.open).length, applied: { url: first.url } };
      }
      const rewrite = async () => {
        await issues.rewrite(first.number, page);
        return { url: first.url };
      };
      return { is: 'absent', repeatable: true, make: rewrite };
    },
    async settle() {
      const [, ...others] = await own();
      for (const { number, open } of others) if (open) await issues.close(number);
    },
  };
}

const closed: Look = { is: 'skipped', why: 'somebody closed it' };
