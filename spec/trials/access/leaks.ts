import type { Prepared } from './prepared';
import type { Question, Reply } from './question';
import { type Asker, mayKnow, mayRead } from './rights';

const TOKEN = /zqtitle\d+t|zqsecret\d+s|\b71\d[,.]?\d{3}\b|verschlossen/g;

/** Creates a function that finds tokens of these records in an answer that its asker may not see. */
export const leaksOf = (records: readonly Prepared[]) => {
  const permissions = new Map<string, (asker: Asker) => boolean>([['verschlossen', () => false]]);
  for (const record of records) {
    permissions.set(record.title, (asker) => mayKnow(asker, record));
    permissions.set(record.secret, (asker) => asker !== 'wrong' && mayRead(asker, record));
    if (record.price !== undefined) permissions.set(String(record.price), (asker) => mayKnow(asker, record));
  }
  return ({ asker, path, json }: Question, { text, headers }: Reply): readonly string[] => {
    // An answer may repeat what the request contained.
    const sent = `${path}${JSON.stringify(json ?? '')}`;
    const found = `${text}${headers['link'] ?? ''}${headers['location'] ?? ''}`.match(TOKEN) ?? [];
    return [...new Set(found.map((token) => token.replace(/[,.]/, '')))].filter((token) => {
      const isPermitted = permissions.get(token);
      return isPermitted !== undefined && !isPermitted(asker) && !sent.includes(token);
    });
  };
};
