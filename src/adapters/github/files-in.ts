// The files of a name, one folder below another, as GraphQL gives them.

/** What is asked of a tree for that. */
export const FILES = `... on Tree {
    entries { name object { ... on Tree { entries { name object { ... on Blob { text } } } } } }
  }`;

export interface Tree {
  readonly entries?: readonly { readonly name: string; readonly object: Folder | null }[];
}

interface Folder {
  readonly entries?: readonly { readonly name: string; readonly object: { readonly text?: string | null } | null }[];
}

export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** Each of them, by its whole path; none where there is no such folder. */
export function filesIn(tree: Tree | null | undefined, folder: string, name: string): readonly FileText[] {
  return (tree?.entries ?? []).flatMap((entry) =>
    (entry.object?.entries ?? [])
      .filter((file) => file.name === name)
      .map(({ object }) => ({ path: `${folder}/${entry.name}/${name}`, text: object?.text ?? '' })),
  );
}
