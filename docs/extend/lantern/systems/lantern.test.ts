import { describeSystem } from "../../../test/kit.ts";
import { lanternSystem } from "./lantern.ts";

describeSystem(lanternSystem).reads([
  [
    "an approved request",
    "request.approved",
    {
      type: "ticket.transitioned",
      subject: "lantern:318",
      ticket: {
        key: "LAN-318",
        requestType: "Connector owner",
        status: { from: "Open", to: "Approved" },
        requester: { email: "gita.lund@example.com" },
        fields: { user: "ada.marsh@example.com" },
      },
    },
  ],
]);
