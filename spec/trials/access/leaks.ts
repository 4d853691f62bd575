import type { Prepared } from './prepared';
import type { Question, Told } from './question';
import { type Asker, mayKnow, mayRead } from './rights';

const TOKEN = /zqtitle\d+t|zqsecret\d+s|\b71\d[,.]?\d{3}\b|verschlossen/g;

/** Makes what finds in answers what somebody may not know of any of these records. */
export const leaksOf = (records: readonly Prepared[]) => {
  const known = new Map<string, (asker: Asker) => boolean>([['verschlossen', () => false]]);
  for (const record of records) {
    known.set(record.title, (asker) => mayKnow(asker, record));
    known.set(record.secret, (asker) => asker !== 'wrong' && mayRead(asker, record));
    if (record.price !== undefined) known.set(String(record.price), (asker) => mayKnow(asker, record));
  }
  return ({ asker, path, json }: Question, { text, headers }: Told): readonly string[] => {
    // What somebody has sent he knows.
    const sent = `${path}${JSON.stringify(json ?? '')}`;
    const said = `${text}${headers['link'] ?? ''}${headers['location'] ?? ''}`.match(TOKEN) ?? [];
    return [...new Set(said.map((token) => token.replace(/[,.]/, '')))].filter((token) => {
      const may = known.get(token);
      return may !== undefined && !may(asker) && !sent.includes(token);
    });
  };
};
