import { readCommit } from '../../git/commits.js';
import { readBlob } from '../../git/objects.js';
import { type Ref, readRef, typeOf, verify } from '../../git/refs.js';
import { fullName, type Repository } from '../../state.js';
import type { Fields, Sight } from '../sight.js';

/** The object a revision names, as `repository.object(expression:)` gives it. */
export async function gitObjectType(
  sight: Sight,
  found: { repository: Repository; revision: string },
): Promise<Fields | null> {
  const { repository, revision } = found;
  const dir = repository.gitDir;
  const oid = await verify(dir, revision);
  const type = oid === null ? null : await typeOf(dir, oid);
  if (oid === null || type === null) return null;
  const path = `/${fullName(repository)}/${type}/${oid}`;
  const common = {
    id: `${type.toUpperCase()}_${oid}`,
    oid,
    abbreviatedOid: oid.slice(0, 7),
    commitResourcePath: path,
    commitUrl: `${sight.world.urls.html}${path}`,
    repository: () => sight.show(repository),
  };
  if (type === 'commit') return { ...common, ...(await commitFields(dir, oid)) };
  return type === 'blob' ? { ...common, ...(await blobFields(dir, oid)) } : { ...common, __typename: 'Tree' };
}

async function commitFields(dir: string, oid: string): Promise<Fields> {
  const { message, author, committer } = await readCommit(dir, oid);
  const [headline = '', ...rest] = message.split('\n');
  return {
    __typename: 'Commit',
    message,
    messageHeadline: headline,
    messageBody: rest.join('\n').trim(),
    authoredDate: author.date,
    committedDate: committer.date,
    author: { __typename: 'GitActor', name: author.name, email: author.email, date: author.date, user: null },
    committer: {
      __typename: 'GitActor',
      name: committer.name,
      email: committer.email,
      date: committer.date,
      user: null,
    },
  };
}

async function blobFields(dir: string, oid: string): Promise<Fields> {
  const content = await readBlob(dir, oid);
  const isBinary = content.includes(0);
  const text = isBinary ? null : content.toString();
  return { __typename: 'Blob', text, byteSize: content.length, isBinary, isTruncated: false };
}

/** A ref, by its full name. */
export async function refType(sight: Sight, found: { repository: Repository; name: string }): Promise<Fields | null> {
  const { repository, name } = found;
  const ref = await readRef(repository.gitDir, name);
  return ref === null ? null : refFields(sight, { repository, ref });
}

function refFields(sight: Sight, { repository, ref }: { repository: Repository; ref: Ref }): Fields {
  const [, prefix = 'refs/', short = ''] = /^(refs\/(?:heads\/|tags\/)?)(.+)$/.exec(ref.name) ?? [];
  return {
    __typename: 'Ref',
    id: `REF_${Buffer.from(`${repository.id}:${ref.name}`).toString('base64url')}`,
    name: short,
    prefix,
    target: () => gitObjectType(sight, { repository, revision: ref.sha }),
    repository: () => sight.show(repository),
  };
}
