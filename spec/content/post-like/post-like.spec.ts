import { openStage, type Stage } from '../../support/scenario';
import { describeCreating } from './creating';
import { describeLists } from './lists';
import { describeReading } from './reading';
import { describeRefusals } from './refusals';
import { describeRights } from './rights';
import { type PostLikeSample, type PostLikeSuite, suiteOf } from './sample';
import { describeTrash } from './trash';
import { describeUpdating } from './updating';

const EVENT: PostLikeSample = {
  kind: 'event',
  plural: 'events',
  name: 'title',
  segment: 'event',
  required: { start_date: '2030-05-06 10:00:00', end_date: '2030-05-06 12:00:00' },
  field: 'description',
  values: ['<p>Bring a chair.</p>', '<p>Chairs are provided.</p>'],
  sluggable: true,
};
const VENUE: PostLikeSample = {
  kind: 'venue',
  plural: 'venues',
  name: 'venue',
  segment: 'venue',
  required: {},
  field: 'city',
  values: ['Lyon', 'Nantes'],
  sluggable: false,
};
const ORGANIZER: PostLikeSample = {
  ...VENUE,
  kind: 'organizer',
  plural: 'organizers',
  name: 'organizer',
  segment: 'organizer',
  field: 'email',
  values: ['ann@example.org', 'bob@example.org'],
};

type Part = (suite: PostLikeSuite, stageOf: () => Stage) => void;

/** Specs that depend on the declaration of a type, which a fault in it would fail. The types share the code of the others. */
const DECLARED: readonly Part[] = [describeCreating, describeRights];

for (const [sample, parts] of [
  [EVENT, [...DECLARED, describeRefusals, describeUpdating, describeReading, describeTrash]],
  [VENUE, [...DECLARED, describeRefusals, describeUpdating]],
  [ORGANIZER, DECLARED],
] as const)
  describe(`Records of ${sample.plural}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage();
    });
    after(() => stage.stop());
    for (const part of parts) part(suiteOf(sample), () => stage);
  });

describeLists(suiteOf(EVENT));
