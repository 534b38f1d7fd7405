// Stands in for the lists of src/own where what is delivered is tested: whatever a user adds there, those tests hold.
export const ownVariables = {};
export const ownSystems = [];
export const ownActions = [];
export const ownReadBacks = {};
export const ownOperations = {};
export const ownHandlers = {};
export const ownAutomations = [];
export const ownSenders = [];
