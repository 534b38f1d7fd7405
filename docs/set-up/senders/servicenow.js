(function executeRule(current, previous) {
  // The field with the status: "state", or, if approvals decide, "approval" or "stage".
  var STATUS = "state";
  // Other fields that automations read.
  var FIELDS = ["approval", "category", "priority", "assignment_group", "correlation_id"];

  function choice(record, field) {
    if (!record || !record.isValidField(field)) return null;
    return { value: record.getValue(field), display_value: record.getDisplayValue(field) };
  }
  function person(id) {
    var user = new GlideRecord("sys_user");
    if (!id || !user.get(id)) return null;
    return { value: id, display_value: user.getDisplayValue(), email: user.getValue("email") };
  }
  function personIn(field) {
    return current.isValidField(field) ? person(current.getValue(field)) : null;
  }

  var table = current.getTableName();
  var body = {
    operation: current.operation(),
    sys_id: current.getUniqueValue(),
    sys_class_name: table,
    number: current.getValue("number"),
    sys_mod_count: current.getValue("sys_mod_count"),
    sys_updated_on: current.getValue("sys_updated_on"),
    updated_by: person(gs.getUserID()),
    short_description: current.getValue("short_description"),
    state: choice(current, STATUS),
    previous_state: choice(previous, STATUS),
    cat_item: choice(current, "cat_item"),
    requested_for: personIn("requested_for"),
    caller_id: personIn("caller_id"),
    opened_by: personIn("opened_by"),
    assigned_to: personIn("assigned_to"),
    comment: "",
    variables: {},
    url:
      gs.getProperty("glide.servlet.uri") +
      "nav_to.do?uri=" +
      table +
      ".do?sys_id=" +
      current.getUniqueValue(),
  };
  // The first line of a journal entry contains the time and the author.
  if (current.isValidField("comments") && current.comments.changes())
    body.comment = String(current.comments.getJournalEntry(1))
      .replace(/^[^\n]*\n/, "")
      .trim();
  FIELDS.forEach((field) => {
    body[field] = choice(current, field);
  });
  for (var name in current.variables) {
    var answer = current.variables[name];
    var value = String(answer);
    body.variables[name] = (/^[0-9a-f]{32}$/.test(value) && person(value)) || answer.getDisplayValue();
  }

  var request = new sn_ws.RESTMessageV2();
  request.setEndpoint("https://reeve.example.com/hooks/servicenow");
  request.setHttpMethod("post");
  request.setRequestHeader("Content-Type", "application/json");
  request.setAuthenticationProfile("basic", "SYS_ID_OF_THE_PROFILE");
  request.setRequestBody(JSON.stringify(body));
  request.executeAsync();
})(current, previous);
