/** Reeve's URLs with the configuration of the working tree, for tests that ask them without a Worker in between. */
import config from "../../src/config.ts";
import { httpApp } from "../../src/http/app.ts";

export const app = httpApp(config);
