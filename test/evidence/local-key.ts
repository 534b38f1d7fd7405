/** The key of RFC 8037, appendix A, which the local stack also uses. */
export const LOCAL_EVIDENCE_KEY =
  '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}';

export const OTHER_KEY =
  '{"crv":"Ed25519","d":"FJLTkEdEtuGKpP8jR4qLViKbFDSnqW3fl4xkBKf-65A","x":"D2PdEfyC7a-r3QPJ3j5MLahSp7LaOeUuW2-sBAO6RJI","kty":"OKP"}';
