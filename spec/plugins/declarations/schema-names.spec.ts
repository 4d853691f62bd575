import type { Plugin } from 'calendar-events';
import { expect } from 'chai';
import { isTried } from '../../support/runs';
import { startService } from '../../support/service';

type Schemas = Readonly<Record<string, object>>;

/** Writes the words of a title in the style of a kind name: `TermLinks` becomes `term-links`. */
const kindOf = (title: string): string =>
  title
    .replace(/(?!^)[A-Z]/g, '-$&')
    .toLowerCase()
    .slice(0, 50);

const schemasOf = async (...plugins: Plugin[]): Promise<Schemas> => {
  const running = await startService({ plugins });
  try {
    return (await running.ask('GET', '/doc')).body.components.schemas;
  } finally {
    await running.stop();
  }
};

describe('plugins: names of schemas in the OpenAPI document', () => {
  it('never replace a schema of the document, whatever the kind is called', async () => {
    const own = await schemasOf();
    // The names of the calendar's own kinds are reserved.
    const records = ['Event', 'Venue', 'Organizer', 'Category', 'Tag'];
    const titles = Object.keys(own).filter((title) => !records.includes(title));
    expect(titles).to.include.members(['Error', 'ErrorData', 'Suggestion', 'FacetCount', 'EventList', 'FeatureCollection']);
    const tried = titles.filter((title, place) => title === 'EventList' || isTried(place, 4));
    const naming: Plugin = (registry) => {
      for (const title of tried) {
        const kind = kindOf(title);
        const name = { en: kind, fr: kind };
        registry.registerPostLike({ kind, plural: `${kind}-all`.slice(-50).replace(/^[^a-z]+/, ''), name, names: name, fields: {} });
      }
    };
    const extended = await schemasOf(naming);
    for (const title of tried) {
      expect(extended[title], title).to.deep.equal(own[title]);
      expect(extended, title).to.have.property(`${title}Record`);
    }
  });
});
