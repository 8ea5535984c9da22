#pragma once

typedef struct acl *acl_t;
typedef struct acl_entry *acl_entry_t;
typedef enum { ACL_EXTENDED_ALLOW = 1, ACL_EXTENDED_DENY = 2 } acl_tag_t;
typedef enum { ACL_TYPE_EXTENDED = 0x100 } acl_type_t;

enum { ACL_FIRST_ENTRY = 0, ACL_NEXT_ENTRY = -1 };

int acl_free(void *);
acl_t acl_get_fd_np(int, acl_type_t);
int acl_get_entry(acl_t, int, acl_entry_t *);
int acl_get_tag_type(acl_entry_t, acl_tag_t *);
