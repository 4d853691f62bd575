import type { ClientSession, Filter } from 'mongodb';
import { canDo, POST_STATUSES } from '../../access';
import type { Media } from '../../database';
import { errors } from '../../errors';
import { type AnswerValue, type ArgRequest, exactly, readAs } from '../../registry';
import type { featuredAnswer, imageAnswer, PostRecord, Services, User } from '../types';
import { either, extensionOf, IMAGE, isEmptyNonText, readImage } from '../values';
import { unprotectedFor, visibleTo } from './visibility';

/** The image of a request, validated by `imageArg`: a media ID, a URL, or null for no image. */
export interface SentImage {
  readonly image?: number | string | null;
}

/** Declares the arg `image`: a media ID, a URL, or an empty value, which removes the image. With `optional`, `0` is empty too. */
export const imageArg = (services: Services, { optional }: { readonly optional: boolean }) =>
  ({
    image: {
      type: 'string',
      async validate(value: unknown, request: ArgRequest) {
        const image = readImage(value);
        const clears = image === null && (optional || value !== '0');
        if (optional && isEmptyNonText(value) && value !== false) throw errors.invalidType('image', ['string']);
        const user = request.user as User | undefined;
        const uploads = typeof image === 'string' && (user?.can('upload_files') ?? false);
        if (clears || uploads) return readAs(image);
        const isUnchanged = image === ((request.record as Partial<PostRecord> | undefined)?.image ?? undefined);
        const exists = typeof image === 'number' && (await services.media.byId(image)) !== undefined;
        if (exists && (isUnchanged || (await mayNameImage(services, user, image)))) return readAs(image);
        throw errors.invalidValue({
          en: 'Send the ID of an image, or its http or https address if your role may upload files.',
          fr: 'Envoyez l’identifiant d’une image, ou son adresse http ou https si votre rôle permet de téléverser des fichiers.',
        });
      },
      sanitize() {
        throw errors.invalidType('image', ['string']);
      },
      accepts: either(IMAGE, { type: ['string', 'boolean'], enum: optional ? ['', '0', false] : ['', false] }),
      description: {
        en: 'The image: the ID of an image of a record that you may read. Users who may upload files can send an http or https address, which is stored and never fetched',
        fr: 'L’image : l’identifiant de celle d’un élément que vous pouvez lire. Ceux qui peuvent téléverser des fichiers peuvent envoyer une adresse http ou https, enregistrée et jamais chargée',
      },
    },
  }) as const;

/** Returns the image to store for a created or updated record. A URL becomes a media record. */
export async function imageOf(
  { image }: SentImage,
  current: Pick<PostRecord, 'image'> | undefined,
  { media }: Services,
  session: ClientSession,
): Promise<Pick<PostRecord, 'image'>> {
  if (image === undefined) return { image: current?.image ?? null };
  return { image: typeof image === 'string' ? (await media.ofUrl(image, session))._id : image };
}

export const presentImage = (media: Media | undefined): AnswerValue<typeof featuredAnswer> => {
  if (media === undefined) return false;
  const extension = extensionOf(new URL(media.url));
  return shownImage({ url: media.url, id: media._id, ...(extension && { extension }) });
};

const shownImage = exactly<typeof imageAnswer>();

/** True if a user can read a record with an image. Otherwise IDs would reveal images of hidden records. */
async function mayNameImage({ postLikes }: Pick<Services, 'postLikes'>, user: User | undefined, image: number): Promise<boolean> {
  const types = [...postLikes.values()];
  if (types.every(({ plural }) => canDo(user, 'edit_others', plural) && canDo(user, 'read_private', plural))) return true;
  for (const { plural, posts, protectable } of types) {
    const unprotected = protectable ? unprotectedFor(user, plural) : {};
    const filter = { $and: [{ image }, visibleTo(user, plural, POST_STATUSES), unprotected] } as Filter<PostRecord>;
    if ((await posts.collection().findOne(filter, { projection: { _id: 1 } })) !== null) return true;
  }
  return false;
}
