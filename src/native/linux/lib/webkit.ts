import { library } from "../library.ts";
import { webkitPackages } from "./packages.ts";

/** WebKitGTK 4.1, from 2.40 on. */
export const webkit = library("libwebkit2gtk-4.1.so.0", webkitPackages, {
  webkit_website_data_manager_get_type: ">L",
  webkit_website_data_manager_new_ephemeral: ">p",
  webkit_website_data_manager_get_cookie_manager: "p>p",
  // (manager, mode, settings or NULL)
  webkit_website_data_manager_set_network_proxy_settings: "pin>v",
  // (proxy for all schemes or NULL, hosts to ignore: char** or NULL)
  webkit_network_proxy_settings_new: "mn>p",
  webkit_network_proxy_settings_add_proxy_for_scheme: "pss>v",
  webkit_network_proxy_settings_free: "p>v",
  webkit_cookie_manager_set_persistent_storage: "psi>v",
  // (cookies, policy: WebKitCookieAcceptPolicy)
  webkit_cookie_manager_set_accept_policy: "pi>v",
  // (manager, policy: WebKitTLSErrorsPolicy)
  webkit_website_data_manager_set_tls_errors_policy: "pi>v",
  webkit_website_data_manager_set_persistent_credential_storage_enabled: "pb>v",
  webkit_get_major_version: ">u",
  webkit_get_minor_version: ">u",
  webkit_web_context_new_with_website_data_manager: "p>p",
  // (context, char*[] that ends with NULL)
  webkit_web_context_set_preferred_languages: "pp>v",
  webkit_web_context_register_uri_scheme: "pspnn>v",
  webkit_web_context_get_security_manager: "p>p",
  webkit_security_manager_register_uri_scheme_as_secure: "ps>v",
  webkit_security_manager_register_uri_scheme_as_cors_enabled: "ps>v",

  webkit_user_content_manager_new: ">p",
  // (manager, name, world or NULL)
  webkit_user_content_manager_register_script_message_handler_with_reply: "psm>b",
  webkit_user_content_manager_add_script: "pp>v",
  webkit_user_content_manager_remove_all_scripts: "p>v",
  webkit_user_content_manager_add_filter: "pp>v",
  webkit_user_content_filter_store_new: "s>p",
  // (store, name, rules: GBytes*, cancellable, callback(store, result, user data), user data)
  webkit_user_content_filter_store_save: "pspnnn>v",
  webkit_user_content_filter_store_save_finish: "ppn>n", // owned by us
  // (source, frames, time, allow list: char**, block list: char**)
  webkit_user_script_new: "siinn>p",
  webkit_user_script_unref: "p>v",

  webkit_web_view_get_type: ">L",
  webkit_web_view_load_uri: "ps>v",
  webkit_web_view_load_html: "psm>v",
  webkit_web_view_reload: "p>v",
  webkit_web_view_execute_editing_command: "ps>v",
  webkit_web_view_try_close: "p>v",
  webkit_web_view_get_uri: "p>m",
  webkit_web_view_get_settings: "p>p",
  webkit_web_view_set_background_color: "pp>v",
  // (view, script, its length, world, source uri, cancellable, ready, user data)
  webkit_web_view_evaluate_javascript: "pplmmnnn>v",
  webkit_web_view_get_inspector: "p>p",
  webkit_web_inspector_show: "p>v",
  webkit_web_inspector_close: "p>v",
  webkit_web_inspector_get_web_view: "p>n",
  webkit_print_operation_new: "p>p",
  webkit_print_operation_set_print_settings: "pp>v",
  webkit_print_operation_set_page_setup: "pp>v",
  webkit_print_operation_print: "p>v",
  webkit_settings_set_user_agent: "pm>v",
  webkit_settings_set_enable_developer_extras: "pb>v",
  webkit_settings_get_hardware_acceleration_policy: "p>i",
  // The functions of features are new in 2.42.
  webkit_settings_get_all_features: ">p",
  webkit_settings_set_feature_enabled: "ppb>v",
  webkit_feature_list_get_length: "p>L",
  webkit_feature_list_get: "pL>p", // the list's
  webkit_feature_list_unref: "p>v",
  webkit_feature_get_identifier: "p>s",

  webkit_download_cancel: "p>v",
  webkit_permission_request_allow: "p>v",
  webkit_permission_request_deny: "p>v",
  webkit_authentication_request_get_host: "p>s",
  webkit_authentication_request_get_port: "p>u",
  webkit_authentication_request_is_for_proxy: "p>b",
  webkit_authentication_request_cancel: "p>v",
  webkit_script_dialog_get_dialog_type: "p>i",
  webkit_script_dialog_get_message: "p>m",
  webkit_script_dialog_confirm_set_confirmed: "pb>v",
  webkit_script_dialog_prompt_get_default_text: "p>m",
  webkit_script_dialog_prompt_set_text: "ps>v",
  webkit_script_dialog_ref: "p>p",
  webkit_script_dialog_unref: "p>v",
  webkit_script_dialog_close: "p>v",
  webkit_context_menu_get_items: "p>n", // GList* of WebKitContextMenuItem*, not ours
  webkit_context_menu_item_get_stock_action: "p>i",
  webkit_context_menu_remove: "pp>v",

  webkit_policy_decision_ignore: "p>v",
  webkit_navigation_policy_decision_get_navigation_action: "p>p",
  webkit_navigation_action_get_request: "p>p",
  webkit_uri_request_get_uri: "p>s",
  webkit_response_policy_decision_is_main_frame_main_resource: "p>b",
  webkit_response_policy_decision_get_response: "p>p",
  webkit_uri_response_get_uri: "p>s",

  webkit_script_message_reply_ref: "p>p",
  webkit_script_message_reply_unref: "p>v",
  webkit_script_message_reply_return_error_message: "pp>v",

  webkit_uri_scheme_request_get_scheme: "p>s",
  webkit_uri_scheme_request_get_uri: "p>s",
  webkit_uri_scheme_request_get_path: "p>s",
  webkit_uri_scheme_request_get_http_method: "p>s",
  webkit_uri_scheme_request_get_http_headers: "p>n",
  webkit_uri_scheme_request_get_http_body: "p>n",
  webkit_uri_scheme_request_get_web_view: "p>n",
  webkit_uri_scheme_request_finish_with_response: "pp>v",
  webkit_uri_scheme_request_finish_error: "pp>v",
  webkit_uri_scheme_response_new: "pl>p",
  webkit_uri_scheme_response_set_content_type: "ps>v",
  webkit_uri_scheme_response_set_status: "pum>v",
  webkit_uri_scheme_response_set_http_headers: "pp>v",
});
