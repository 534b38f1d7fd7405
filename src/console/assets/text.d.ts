// Types of the files that are imported as text.
declare module "*/console.css" {
  const text: string;
  export default text;
}
declare module "*/console.js" {
  const text: string;
  export default text;
}
