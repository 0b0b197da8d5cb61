/* The addresses of the pictures in the seed. */

/** The host of the pictures in the seed. Replies name the sandbox itself in its place: its port is known only once it listens. */
export const pictureHost = 'https://pictures.event.example';

/** The address of a picture that the sandbox draws, as the seed has it. `pictures.ts` draws any `kind` of lower-case letters. */
export const pictureAddress = (kind: string, name: number | string): string => `${pictureHost}/picture?of=${kind}-${name}`;
