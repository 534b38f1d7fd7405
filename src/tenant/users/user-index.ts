/** PLACEHOLDER, being written. */
export class UserIndex {}
