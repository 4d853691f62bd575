import { describeCreating } from './post-like-creating';
import { describeLists } from './post-like-lists';
import { describeReading } from './post-like-reading';
import { describeRefusals } from './post-like-refusals';
import { describeRights } from './post-like-rights';
import { type PostLikeSample, suiteOf } from './post-like-sample';
import { describeTrash } from './post-like-trash';
import { describeUpdating } from './post-like-updating';

/** The behaviour that every post-like type has to show for itself, as its declaration can go wrong. */
export function describeDeclared(sample: PostLikeSample): void {
  const suite = suiteOf(sample);
  for (const part of [describeCreating, describeRights, describeRefusals, describeLists]) part(suite);
}

/** The behaviour that all post-like types share. */
export function describePostLike(sample: PostLikeSample): void {
  const suite = suiteOf(sample);
  describeDeclared(sample);
  describeUpdating(suite);
  // One type is enough for these: nothing in them depends on a declaration.
  if (sample.kind === 'event') for (const part of [describeReading, describeTrash]) part(suite);
}
