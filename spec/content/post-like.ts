import { describeCreating } from './post-like-creating';
import { describeLists } from './post-like-lists';
import { describeReading } from './post-like-reading';
import { describeRefusals } from './post-like-refusals';
import { describeRights } from './post-like-rights';
import { type PostLikeSample, suiteOf } from './post-like-sample';
import { describeTrash } from './post-like-trash';
import { describeUpdating } from './post-like-updating';

/** Specs that every post-like type runs, because a faulty declaration would fail them. */
export function describeDeclared(sample: PostLikeSample): void {
  const suite = suiteOf(sample);
  for (const part of [describeCreating, describeRights, describeRefusals, describeLists]) part(suite);
}

/** All specs of post-like types. */
export function describePostLike(sample: PostLikeSample): void {
  const suite = suiteOf(sample);
  describeDeclared(sample);
  describeUpdating(suite);
  // These specs do not depend on the declaration, so one type is enough.
  if (sample.kind === 'event') for (const part of [describeReading, describeTrash]) part(suite);
}
