// Files of one name in the subfolders of a folder, as GraphQL returns them.

/** The GraphQL selection for it. */
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

/** The files with their paths; empty if the folder does not exist. */
export function filesIn(tree: Tree | null | undefined, folder: string, name: string): readonly FileText[] {
  return (tree?.entries ?? []).flatMap((entry) =>
    (entry.object?.entries ?? [])
      .filter((file) => file.name === name)
      .map(({ object }) => ({ path: `${folder}/${entry.name}/${name}`, text: object?.text ?? '' })),
  );
}
