import type { CompiledTypes, Services } from '../../content';

/** Services whose content types are compiled later. The types are compiled with these services. */
export interface ServicesBeforeTypes {
  readonly services: Services;
  /** Adds the compiled types to the services. */
  complete(kinds: CompiledTypes): void;
}

/** Makes services that throw an Error if their content types are read before `complete`. */
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
