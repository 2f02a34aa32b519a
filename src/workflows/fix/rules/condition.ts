/** What a person added to an approval (`approve ID as TEXT`), in the words in which it stands among the answers; empty where nothing. */
export const conditionIn = (approval: string): string => approval.replace(/^approved ?(?:as )?/, '').trim();
