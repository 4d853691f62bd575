import type { CompiledTypes, Services } from '../../content';

/** Services whose kinds are made later, as what these are made of works with the services themselves. */
export interface ServicesBeforeTypes {
  readonly services: Services;
  /** Gives them their kinds, all at once. */
  complete(kinds: CompiledTypes): void;
}

/** Makes services that throw an Error where they are asked for kinds before these are made. */
export function servicesBeforeTypes(own: Omit<Services, keyof CompiledTypes>): ServicesBeforeTypes {
  let made: CompiledTypes | undefined;
  const kindsMade = (): CompiledTypes => {
    if (made === undefined) throw new Error('Kinds are made once all plugins have spoken: ask for them later.');
    return made;
  };
  const services: Services = {
    ...own,
    get kinds() {
      return kindsMade().kinds;
    },
    get postLikes() {
      return kindsMade().postLikes;
    },
    get termLikes() {
      return kindsMade().termLikes;
    },
  };
  return {
    services,
    complete(kinds) {
      made = kinds;
    },
  };
}
