// Names, jobs and departments for sample people. All are invented.
import { names } from "./means.ts";

type Department = readonly [name: string, jobTitles: readonly [string, ...string[]]];

export const FIRST_NAMES = names(`
  Abel, Adela, Aiko, Alba, Alma, Amara, Anders, Anouk, Anton, Asha, Astrid, Avi, Basil, Bea, Benno, Bianca,
  Bodil, Bram, Bruno, Calla, Carmen, Cato, Celia, Chidi, Clara, Conor, Dalia, Darius, Delia, Dev, Dinah,
  Dora, Edda, Edvin, Elin, Elio, Emre, Enid, Esme, Ezra, Fabian, Faye, Felix, Femi, Finn, Flora, Frida,
  Gaia, Gareth, Gemma, Gideon, Greta, Hana, Hedda, Henk, Hollis, Ida, Ilse, Imani, Ines, Ingrid, Isak, Ivo,
  Jalil, Jana, Jasper, Joan, Jonas, Juno, Kai, Kamala, Karim, Keiko, Klara, Kofi, Lana, Lars, Leila, Lena,
  Linus, Lucia, Ludo, Mabel, Magnus, Malik, Mara, Marek, Mei, Milan, Mina, Moses, Nadia, Nils, Noor, Oda,
  Olga, Omar, Oriel, Oskar, Paloma, Pavel, Petra, Pia, Priya, Quinn, Rafi, Ravi, Rhea, Rosa, Rufus, Sadie,
  Salma, Samir, Selma, Signe, Silas, Sofia, Sunil, Tamar, Tariq, Thea, Tobias, Uma, Ursula, Vera, Viggo,
  Wanda, Wim, Xenia, Yara, Yusuf, Zara, Zeno, Zoe
`);

export const LAST_NAMES = names(`
  Acorn, Alder, Amber, Anvil, Apple, Arbor, Ashdown, Aspen, Bank, Barley, Barrow, Bay, Beech, Birch,
  Blossom, Bluff, Bracken, Bramble, Branch, Briar, Bridge, Brook, Bunting, Canyon, Cedar, Chalk, Cliff,
  Clover, Coast, Copper, Coral, Cove, Crag, Creek, Cross, Curlew, Dale, Delta, Dune, Eastwood, Elder, Elm,
  Ember, Falcon, Farrow, Fell, Fennel, Fern, Finch, Fjord, Flint, Forest, Forge, Gale, Garnet, Glade, Glen,
  Gorse, Granite, Grove, Gull, Harbor, Harrow, Haven, Hawthorn, Hazel, Heath, Heather, Hedge, Heron,
  Hillock, Holly, Holm, Hollow, Iron, Island, Ivy, Jasmine, Juniper, Kelp, Kestrel, Knoll, Lagoon, Lake,
  Larch, Lark, Laurel, Lavender, Ledge, Linden, Loam, Lowland, Mallow, Maple, Meadow, Mill, Moor, Moss,
  Mountain, Myrtle, Nettle, Northway, Oakley, Oasis, Orchard, Osprey, Otter, Pasture, Pebble, Peak, Pine,
  Plover, Pond, Poplar, Prairie, Quarry, Quartz, Quill, Rain, Raven, Ridge, River, Robin, Rook, Rowan, Rush,
  Saffron, Sage, Sand, Sedge, Shale, Shore, Sky, Slate, Snow, Sorrel, Sparrow, Spring, Spruce, Stream,
  Summit, Swallow, Tarn, Teal, Thicket, Thistle, Thorn, Thyme, Tide, Timber, Valley, Violet, Warren,
  Waterfall, Weald, Westbrook, Wheat, Willow, Winter, Wren, Yarrow, Yew
`);

/** Machines with a user of their own, numbered to tell them apart. */
export const MACHINE_NAMES = names(`
  Build Runner, Backup Job, Deploy Bot, Log Shipper, Metrics Reader, Invoice Import, Mail Relay,
  Report Writer, Search Indexer, Status Probe, Support Agent, Triage Agent, Review Agent, Data Loader
`);

export const LOCATIONS = names("Oslo, Lisbon, Nairobi, Toronto, Osaka, Remote");

export const DEPARTMENTS: readonly [Department, ...Department[]] = [
  ["Engineering", ["Software Engineer", "Senior Software Engineer", "Staff Engineer", "Engineering Manager"]],
  ["Sales", ["Account Executive", "Sales Engineer", "Sales Manager"]],
  ["Customer Support", ["Support Specialist", "Support Engineer", "Support Manager"]],
  ["Operations", ["Operations Analyst", "Site Reliability Engineer", "Operations Manager"]],
  ["Finance", ["Accountant", "Financial Analyst", "Controller"]],
  ["People", ["Recruiter", "People Partner", "Payroll Specialist"]],
  ["Marketing", ["Content Designer", "Campaign Manager", "Brand Manager"]],
  ["Product", ["Product Manager", "Product Designer", "User Researcher"]],
  ["Data", ["Data Analyst", "Data Engineer", "Data Scientist"]],
  ["Security", ["Security Analyst", "Security Engineer", "Compliance Manager"]],
  ["Legal", ["Legal Counsel", "Contract Manager", "Paralegal"]],
  ["IT", ["IT Specialist", "Systems Administrator", "IT Manager"]],
];
