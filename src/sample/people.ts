import type { Role } from 'github-sandbox';

export type Person = { readonly login: string; readonly name: string; readonly role: Role | null };

/** Who is around the sample project: one who runs it, two who write, and one who only came by. */
export const people = [
  { login: 'maya', name: 'Maya Lindqvist', role: 'admin' },
  { login: 'noah', name: 'Noah Tanaka', role: 'write' },
  { login: 'ines', name: 'Inês Duarte', role: 'write' },
  { login: 'sam', name: 'Sam Okafor', role: null },
] as const satisfies readonly Person[];

export type Login = (typeof people)[number]['login'];
